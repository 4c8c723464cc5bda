// Runs before the first paint, so that the theme and language that were chosen do not flash the default ones first. At the first
// visit the browser's languages decide; Indonesian is the language of those that know neither.
{
  let language = null
  try {
    const theme = localStorage.getItem('pantau.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    language = localStorage.getItem('pantau.language')
  } catch {
    // Storage may be disabled; the defaults are the theme of the system and the language of the browser.
  }
  language ??= navigator.languages
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === 'id' || tag === 'en')
  if (language === 'en') document.documentElement.lang = 'en'
}
