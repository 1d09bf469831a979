"""Portfolios: learners that divide their wealth among assets, and are told the prices after the bet."""
