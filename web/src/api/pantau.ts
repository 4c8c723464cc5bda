import { createPantau } from '../../../client/src/index.ts'

// A person is waiting: longer than this, the error is shown.
const RETRIES = 2
const WAIT_MS_MAX = 5_000

// All requests go through this client, except for files with a progress bar (upload.ts). The session is in a cookie that scripts cannot
// read.
export const pantau = createPantau({ url: '', retries: RETRIES, waitMsMax: WAIT_MS_MAX })
