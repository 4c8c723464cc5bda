import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Without a single font a browser draws no text; a bare system has none. Its own fonts, where it has some, come first. */
export function fontSettings({ folder, fonts }) {
  const file = join(folder, 'fonts-here.conf')
  const cache = join(folder, 'font-cache')
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', ...fonts].map((path) => `<dir>${path}</dir>`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${folders.join('')}<cachedir>${cache}</cachedir></fontconfig>\n`,
  )
  return { FONTCONFIG_FILE: file }
}
