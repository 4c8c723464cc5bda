import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { testBrowser } from '../setup-browser.ts'

// Draws the icons of the web manifest from the mark of the dashboard: `npm run icons`.

const PUBLIC = join(import.meta.dirname, '..', '..', 'web', 'public')
const MARK = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')
// A maskable icon may be cut to the circle of 80 % of its width: its ground fills the square, and the mark is smaller.
const MASKABLE = MARK.replace('rx="8" ', '').replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
const GROUND = '#0b6e63'

const { path, env, args } = testBrowser()
const browser = await chromium.launch({ executablePath: path, env, args: [...args] })
try {
  mkdirSync(join(PUBLIC, 'icons'), { recursive: true })
  for (const size of [192, 512]) {
    await draw('icon', MARK, 'transparent', size)
    await draw('maskable', MASKABLE, GROUND, size)
  }
} finally {
  await browser.close()
}

async function draw(name: string, svg: string, ground: string, size: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const style = `html,body{margin:0;background:${ground}}svg{display:block;width:${size}px;height:${size}px}`
  await page.setContent(`<style>${style}</style>${svg}`)
  await page.screenshot({ path: join(PUBLIC, 'icons', `${name}-${size}.png`), omitBackground: true })
  await page.close()
}
