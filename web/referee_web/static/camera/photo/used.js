// Once somebody has used a camera on this phone, pages offer it there at once, and no longer behind “More”
// (camera_used() in pages/frame.py).

const A_YEAR = 365 * 24 * 60 * 60;

export function rememberCamera() {
  document.cookie = `camera_used=yes; path=/; max-age=${A_YEAR}; SameSite=Lax`;
}
