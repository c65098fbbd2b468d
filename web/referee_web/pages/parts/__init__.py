"""What pages are made of: the table as its viewer sees it, and what is shown of it in
several places.
"""
