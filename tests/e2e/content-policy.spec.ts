import type { Page } from '@playwright/test'
import { conductOn, expect, test } from '../support/e2e.ts'
import { screens } from '../support/screens.ts'

// The worker's address is the one thing that needs a Trusted Types policy.
test.use({ serviceWorkers: 'allow' })

for (const locale of ['zh-CN', 'en'] as const) {
  test.describe(locale, () => {
    test.use({ appLocale: locale })

    test('every screen runs without a violation of the content security policy', async ({
      page,
      conduct,
    }) => {
      test.setTimeout(180_000)
      const violations = await watchViolations(page)
      for (const screen of screens) {
        await screen.open(page)
        expect.soft(violations, screen.name).toEqual([])
        expect.soft(conductOn(screen, conduct).errors, screen.name).toEqual([])
      }
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      expect(violations).toEqual([])
    })
  })
}

test('planted styles, scripts, markup and addresses are violations, and have no effect @phone', async ({
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

/** Collects the directive of every violation in the page and in those it leads to. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (directive: string) => void violations.push(directive))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (directive: string) => void }
      tellViolation(event.effectiveDirective)
    })
  })
  return violations
}

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
