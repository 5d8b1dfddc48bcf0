"""The live part: boards pushed to every device, and taps taken past Django.

A tap goes endpoint → tap_queue → rules, statements and rendering on the loop → COMMIT in a thread →
hub → streams. Unusual taps go through `services.take_taps` in that thread, in order.
"""
