"""Lines of text that are examples: svmlight and Vowpal Wabbit, and the decimals in them."""
