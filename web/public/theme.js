// Runs before the first paint, so that a remembered theme or language never flashes the other one.
try {
  const theme = localStorage.getItem('pantau.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('pantau.language') === 'en') document.documentElement.lang = 'en'
} catch {
  // Storage may be switched off; the system's theme and Indonesian are the defaults.
}
