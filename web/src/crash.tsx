import { Component, type ReactNode } from 'react'
import { Icon } from './components/icon.tsx'
import { useFirstText } from './text/text.tsx'

// Error boundary: an error in one page leaves the rest of the dashboard usable. React supports this only in a class.
export class Crash extends Component<{ readonly children: ReactNode }, { readonly crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true }
  }

  override render(): ReactNode {
    return this.state.crashed ? <CrashPage /> : this.props.children
  }
}

function CrashPage(): ReactNode {
  const { text } = useFirstText()
  return (
    <main id="main" className="page">
      <div className="state" role="alert">
        <Icon name="warning" size={28} />
        <h1 className="state-title">{text.failure.crash}</h1>
        <button type="button" className="button" onClick={() => location.reload()}>
          <Icon name="refresh" />
          {text.common.retry}
        </button>
      </div>
    </main>
  )
}
