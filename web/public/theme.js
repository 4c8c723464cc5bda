// Runs before the first paint, so that a stored theme or language does not flash the default one first.
try {
  const theme = localStorage.getItem('pantau.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('pantau.language') === 'en') document.documentElement.lang = 'en'
} catch {
  // Storage may be disabled; the defaults are the system theme and Indonesian.
}
