"""Forms: prompts as inputs, inputs as data, and refused forms shown again."""
