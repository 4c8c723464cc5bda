import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Without any font a browser draws no text, and a minimal system has none. System fonts, where present, take precedence. */
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
