"""What members send: checked shapes, before any rule is asked."""
