import { createRoot } from 'react-dom/client'
import { SharedPage } from './shared-page.tsx'
import '../style/tokens.css'
import '../style/base.css'
import '../style/controls.css'
import '../style/shared.css'

// The page of a shared link: a report and nothing of the dashboard. It needs no session, keeps nothing and sends no cookie.
const root = document.getElementById('app')
if (root === null) throw new Error('The page has no element #app.')
createRoot(root).render(<SharedPage token={location.pathname.split('/').at(-1) ?? ''} />)
