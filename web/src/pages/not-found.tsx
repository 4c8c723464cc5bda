import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { useFirstText } from '../text/text.tsx'

export function NotFoundPage(): ReactNode {
  const { text } = useFirstText()
  return (
    <Page title={text.failure.notFound}>
      <div className="state">
        <Icon name="search" size={28} />
        <h1 className="state-title">{text.failure.notFound}</h1>
        <p>{text.failure.notFoundText}</p>
        <Link href="/" className="button">
          {text.failure.home}
        </Link>
      </div>
    </Page>
  )
}
