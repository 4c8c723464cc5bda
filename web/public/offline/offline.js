// The address is still that of the page that could not be loaded. The browser's event of a connection is not enough: it is sent
// before the connection works, and not at all when only the server could not be reached.
const RETRY_MS = 3_000

async function retry() {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    location.reload()
  } catch {
    // Still offline.
  }
}

for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload())
addEventListener('online', retry)
setInterval(retry, RETRY_MS)
