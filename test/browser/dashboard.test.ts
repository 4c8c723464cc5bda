// One process for all of them: a browser is heavy, and several at once slow each other down.
import './journey.ts'
import './account.ts'
import './states.ts'
import './keyboard.ts'
import './hiding.ts'
import './hostile.ts'
import './access.ts'
import './smooth.ts'
