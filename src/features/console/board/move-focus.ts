import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, [places: number, times: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * Moves the focus by arrow key from a free slot to the next one of its room, or the nearest one of the adjacent room.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const slot = event.target instanceof HTMLElement ? event.target : undefined
  const here = slot?.closest('section')
  if (!step || slot?.dataset['slot'] === undefined || !here) return
  const next = step[0] === 0 ? findInRoom(here, slot, step[1]) : findInNextRoom(here, slot, step[0])
  if (!next) return
  event.preventDefault()
  next.focus()
}

const listSlots = (room: Element) => [...room.querySelectorAll<HTMLElement>('[data-slot]')]

function findInRoom(room: Element, slot: HTMLElement, by: number): HTMLElement | undefined {
  const slots = listSlots(room)
  return slots[slots.indexOf(slot) + by]
}

/** Rooms without free slots are skipped. */
function findInNextRoom(here: Element, slot: HTMLElement, by: number): HTMLElement | undefined {
  const time = Number(slot.dataset['slot'])
  const getDistance = (one: HTMLElement) => Math.abs(Number(one.dataset['slot']) - time)
  let room = by < 0 ? here.previousElementSibling : here.nextElementSibling
  while (room && listSlots(room).length === 0)
    room = by < 0 ? room.previousElementSibling : room.nextElementSibling
  return room ? listSlots(room).toSorted((a, b) => getDistance(a) - getDistance(b))[0] : undefined
}

/** Focuses the requested slot, else the first free one. */
export function focusFirstSlot(): void {
  const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')]
  const first = slots.find((slot) => slot.dataset['wanted'] !== undefined) ?? slots[0]
  first?.focus()
}
