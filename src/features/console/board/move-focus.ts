import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, [places: number, times: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Arrows go from a free time to the next one of its place, or to the nearest one of the place beside it. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const slot = event.target instanceof HTMLElement ? event.target : undefined
  const here = slot?.closest('section')
  if (!step || slot?.dataset['slot'] === undefined || !here) return
  const next = step[0] === 0 ? besideIn(here, slot, step[1]) : nearestBeside(here, slot, step[0])
  if (!next) return
  event.preventDefault()
  next.focus()
}

const slotsOf = (place: Element) => [...place.querySelectorAll<HTMLElement>('[data-slot]')]

function besideIn(place: Element, slot: HTMLElement, by: number): HTMLElement | undefined {
  const slots = slotsOf(place)
  return slots[slots.indexOf(slot) + by]
}

/** Places in which nothing is free are passed over. */
function nearestBeside(here: Element, slot: HTMLElement, by: number): HTMLElement | undefined {
  const time = Number(slot.dataset['slot'])
  const far = (one: HTMLElement) => Math.abs(Number(one.dataset['slot']) - time)
  let place = by < 0 ? here.previousElementSibling : here.nextElementSibling
  while (place && slotsOf(place).length === 0)
    place = by < 0 ? place.previousElementSibling : place.nextElementSibling
  return place ? slotsOf(place).toSorted((a, b) => far(a) - far(b))[0] : undefined
}

/** The free time that a keyboard comes to first. */
export function focusFirstSlot(): void {
  const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')]
  const first = slots.find((slot) => slot.dataset['wanted'] !== undefined) ?? slots[0]
  first?.focus()
}
