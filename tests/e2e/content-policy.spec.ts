import { expect, test } from '../support/e2e.ts'
import { watchViolations } from '../support/policy-violations.ts'

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  // Its address is the one thing that needs a Trusted Types policy. Every screen's conduct is looked at elsewhere.
  test('the worker comes without a violation of the policy @phone', async ({ page, conduct }) => {
    const violations = await watchViolations(page)
    await page.goto('/agenda')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    expect(violations).toEqual([])
    expect(conduct.errors).toEqual([])
  })
})

test('planted styles, scripts, markup and addresses are violations, and have no effect [S11] @phone', async ({
  page,
}) => {
  const violations = await watchViolations(page)
  await page.goto('/')
  const wasRun = await page.evaluate(plant)
  await expect
    .poll(() => [...new Set(violations)].toSorted())
    .toEqual(['connect-src', 'img-src', 'require-trusted-types-for', 'style-src-attr', 'style-src-elem'])
  expect(wasRun).toBe(false)
})

/** Runs in the page, as a part of ours that forgot the policy would. @returns whether the script ran */
async function plant(): Promise<boolean> {
  const style = document.createElement('style')
  style.textContent = 'body { background: red }'
  const script = document.createElement('script')
  const styled = document.createElement('p')
  styled.setAttribute('style', 'color: red')
  const image = document.createElement('img')
  image.src = 'https://images.example/a.png'
  document.body.append(style, styled, image)
  const attempts = [
    () => (script.textContent = 'window.wasRun = true'),
    () => document.body.append(script),
    () => (styled.innerHTML = '<b>planted</b>'),
  ]
  for (const attempt of attempts) {
    try {
      attempt()
    } catch {
      // Trusted Types throw; what counts is the violation that is told.
    }
  }
  const inline = document.createElementNS('http://www.w3.org/1999/xhtml', 'script')
  inline.append('window.wasRun = true')
  document.body.append(inline)
  await fetch('https://calls.example/').catch(() => undefined)
  return 'wasRun' in window
}
