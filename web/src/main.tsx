import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { ToastProvider } from './components/toast.tsx'
import './style/tokens.css'
import './style/base.css'
import './style/controls.css'
import './style/components.css'
import './style/states.css'
import './style/overlays.css'
import './style/shell.css'
import './style/projects.css'
import './style/motion.css'
import './style/phone.css'
import { type Loaded, loadText, TextProvider } from './text/text.tsx'

const root = document.getElementById('app')
if (root === null) throw new Error('The page has no element #app.')

function render(element: HTMLElement, first: Loaded): void {
  createRoot(element).render(
    <QueryClientProvider client={createQueryClient()}>
      <TextProvider first={first}>
        <ToastProvider>
          <App />
        </ToastProvider>
      </TextProvider>
    </QueryClientProvider>,
  )
}

// Not awaited at the top level: the bundler would cut the first load into many small files.
void loadText().then((first) => render(root, first))

// After the page, which needs the connection more. Not while developing, where no build has written the worker.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('/offline-worker.js').catch(() => {
      // Without it the browser's own page says that there is no connection.
    })
  })
}
