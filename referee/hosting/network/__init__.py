"""The addresses of this computer, and their QR codes. No table is known here."""
