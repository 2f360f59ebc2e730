import { page, type Locator } from 'vitest/browser'

// Elements by role and accessible name or pattern.

type Name = string | RegExp

export const button = (name: Name) => page.getByRole('button', { name, exact: true })
export const link = (name: Name) => page.getByRole('link', { name, exact: true })
export const region = (name: Name) => page.getByRole('region', { name, exact: true })
export const dialog = (name: Name) => page.getByRole('dialog', { name, exact: true })
export const heading = (name: Name, level?: number) =>
  page.getByRole('heading', { name, exact: true, ...(level !== undefined && { level }) })
/** Presses the button with that in its name, within a part of the screen. */
export const press = (within: Locator, name: Name): Promise<void> =>
  within.getByRole('button', { name }).click()
export const main = () => page.getByRole('main')

/** Texts of the elements that are there now, in their order. */
export const listTexts = (locator: Locator): string[] =>
  locator.elements().map((element) => (element as HTMLElement).innerText.trim())

/** Addresses of the links that are there now, in their order. */
export const listAddresses = (locator: Locator): (string | null)[] =>
  locator.elements().map((element) => element.getAttribute('href'))
