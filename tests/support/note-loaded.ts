/** Imported before a server starts: notes every file that it loads, a line each, in the file that LOADED_FILE names. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) => {
    appendFileSync(String(process.env['LOADED_FILE']), `${url}\n`)
    return next(url, context)
  },
})
