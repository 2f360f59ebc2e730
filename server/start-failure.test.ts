import { describe, expect, it } from 'vitest'
import { InvalidUserError } from './accounts/users.ts'
import { ConfigError } from './config.ts'
import { explainStartFailure } from './start-failure.ts'

describe('what hinders a start', () => {
  it.each([
    [new ConfigError('PORT=x is not a port'), /^PORT=x is not a port$/],
    [Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 3000 }), /^Port 3000 is in use: .*PORT/],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), /DATABASE_URL/],
    [new InvalidUserError('the login anna is taken'), /the login anna is taken.*ORGANISER_LOGIN/],
    [new Error('There is no built app in dist: run npm run build'), /npm run build$/],
  ])('is told in one line: %s', (error, line) => {
    const text = explainStartFailure(error)
    expect(text).toMatch(line)
    expect(text).not.toContain('\n')
  })

  it('keeps the stack of what was not foreseen', () => {
    expect(explainStartFailure(new Error('odd'))).toContain('start-failure.test.ts')
  })
})
