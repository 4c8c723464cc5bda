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
import { TextProvider } from './text/text.tsx'

const root = document.getElementById('app')
if (root === null) throw new Error('The page has no element #app.')

createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <TextProvider>
      <ToastProvider>
        <App />
      </ToastProvider>
    </TextProvider>
  </QueryClientProvider>,
)
