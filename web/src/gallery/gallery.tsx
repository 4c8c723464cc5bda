import type { ReactNode } from 'react'
import { Page } from '../components/page.tsx'
import { CONTENT } from './content-specimens.tsx'
import { OVERLAYS } from './overlays.tsx'
import { CONTROLS, SIGNS, STATES } from './specimens.tsx'
import '../style/gallery.css'
import '../style/panels.css'
import '../style/channels.css'

const THEMES = ['light', 'dark'] as const

// Every component in every state, side by side in both themes, for the screenshots of docs/reference/components.md. No page links
// to it, and it is loaded on demand.
export function GalleryPage(): ReactNode {
  return (
    <Page title="Components">
      <div lang="en">
        <h1 className="page-title">Components</h1>
        {[...CONTROLS, ...SIGNS, ...STATES, ...CONTENT].map(({ name, shown }) => (
          <section key={name} id={name} className="specimen" aria-label={name}>
            {THEMES.map((theme) => (
              <div key={theme} className={`specimen-theme ${theme}`}>
                {shown}
              </div>
            ))}
          </section>
        ))}
        <section className="specimen-openers" aria-label="overlays">
          {OVERLAYS}
        </section>
      </div>
    </Page>
  )
}
