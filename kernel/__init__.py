"""What both cores of rules build on: messages, refusals, strict reading. Standard library only."""
