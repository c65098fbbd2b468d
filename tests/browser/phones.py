"""What the tests' phones are: how large, and by which name they find the referee."""

from playwright.sync_api import ViewportSize

NAME = "table.test"
PHONE: ViewportSize = {"width": 390, "height": 844}
BOARD: ViewportSize = {"width": 1280, "height": 800}
