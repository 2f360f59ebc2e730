import type { Page } from '@playwright/test'

/** Collects the directive of every violation of the content security policy in the page and in those it leads to. */
export async function watchViolations(page: Page): Promise<string[]> {
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
