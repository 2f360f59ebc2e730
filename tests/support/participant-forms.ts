import type { Page } from '@playwright/test'

/** Finds a field of a form by its name in the definition. */
export const fieldOf = (page: Page, name: string) => page.locator(`form [id$="-${name}"]`)

/** Finds an option of a field. */
export const choiceOf = (page: Page, value: string) => page.locator(`form input[value="${value}"]`)

const answerOf = (page: Page, field: string, value: boolean) =>
  page.locator(`form input[name$="-${field}"][value="${String(value)}"]`)

/** Fills the travel form for a flight, with a hotel. */
export async function fillTravel(page: Page, flight = 'MU5101'): Promise<void> {
  await choiceOf(page, 'fly').check()
  await answerOf(page, 'need_pickup_delivery', true).check()
  await fieldOf(page, 'vehicle_no').fill(flight)
  await choiceOf(page, 'hongqiao_airport').check()
  await answerOf(page, 'need_book_hotel', true).check()
  await choiceOf(page, 'single').check()
  await fieldOf(page, 'entry_at').fill('2023-09-04')
  await fieldOf(page, 'leave_at').fill('2023-09-08')
  await choiceOf(page, 'halal').check()
}

async function addGuests(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await fieldOf(page, 'guests').fill(name)
    await fieldOf(page, 'guests').press('Enter')
  }
}

/** Fills the form of a side meeting of two hours. */
export async function fillMeeting(page: Page, name: string): Promise<void> {
  await fieldOf(page, 'name').fill(name)
  await fieldOf(page, 'master_unit').fill('Institute of Storage')
  await fieldOf(page, 'subject').fill('Costs of storage')
  await addGuests(page, ['张伟', '李娜', 'Ada Lovelace'])
  await fieldOf(page, 'apply_date').fill('2023-09-06')
  await fieldOf(page, 'start_time_at').fill('18:00')
  await fieldOf(page, 'end_time_at').fill('20:00')
  await choiceOf(page, '50-100').check()
}
