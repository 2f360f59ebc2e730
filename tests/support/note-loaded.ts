/** Imported before a server starts: appends each loaded file to the file LOADED_FILE, one per line. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) => {
    appendFileSync(String(process.env['LOADED_FILE']), `${url}\n`)
    return next(url, context)
  },
})
