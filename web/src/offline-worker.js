// The service worker. It only has the page that says that there is no connection, and shows it when a page cannot be loaded. It never
// stores or answers for anything else: no responses of the API, and no scripts, so it can never show an outdated dashboard. A worker
// that is left behind does no harm for the same reason.
//
// The build replaces the version by a hash of the files: a change of one of them is a new worker, which replaces the cache.
const CACHE = 'pantau-offline-__VERSION__'
const PAGE = '/offline/index.html'
const FILES = [PAGE, '/offline/offline.js', '/offline/offline.css', '/theme.js', '/favicon.svg']

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(removeOthers())
})

async function removeOthers() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('pantau-') && name !== CACHE).map((name) => caches.delete(name)),
  )
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  // Exports are opened like pages, and are streams that must not pass through here.
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)))
  } else if (request.method === 'GET' && FILES.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(pathname)))
  }
})
