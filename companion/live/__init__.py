"""The live part: boards pushed to every device, and taps taken at a bare door.

A tap goes door → writer → `services.play_many` → commit → news → painter → hub → streams.
"""
