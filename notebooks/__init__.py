"""Notebooks: their sources are texts, and what is shown in them is made from these."""
