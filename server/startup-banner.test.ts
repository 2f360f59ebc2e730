import { expect, it } from 'vitest'
import { formatStartupBanner } from './startup-banner.ts'

const local = { host: '127.0.0.1', port: 3000, isTls: false, lanAddresses: ['192.168.1.7'] }

it('names the address, and no code for phones that could not reach it', async () => {
  expect(await formatStartupBanner(local)).toBe('The forum is at http://127.0.0.1:3000')
})

it('shows a code for phones when they can reach the server', async () => {
  const text = await formatStartupBanner({ ...local, host: '0.0.0.0', isTls: true })
  expect(text).toContain('https://localhost:3000 and https://192.168.1.7:3000')
  expect(text).toMatch(/[▀▄█]/)
  expect(text).toContain('Scan for https://192.168.1.7:3000')
})

it('codes the public address, which phones resolve', async () => {
  const text = await formatStartupBanner({ ...local, host: '::', publicUrl: 'https://forum.example' })
  expect(text).toContain('Scan for https://forum.example')
})

it('tells the first sign-in, and repeats no password that the operator set', async () => {
  const made = await formatStartupBanner({
    ...local,
    firstOrganiser: { login: 'organiser', password: 'abc' },
  })
  expect(made).toContain('organiser, password abc')
  const own = await formatStartupBanner({ ...local, firstOrganiser: { login: 'boss', password: undefined } })
  expect(own).toContain('boss, with the password of ORGANISER_PASSWORD')
})
