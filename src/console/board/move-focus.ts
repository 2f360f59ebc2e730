import type { KeyboardEvent } from 'react'

/** By how many rooms or free slots an arrow key moves the focus. */
const offsetsByKey: Readonly<Record<string, [rooms: number, slots: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * Moves the focus by arrow key from a free slot to the next one of its room, or the nearest one of the adjacent room.
 * `BoardGrid` renders each room as a `section`, and each free slot with its start as `data-slot`, in minutes since
 * midnight.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const offset = offsetsByKey[event.key]
  const slot = event.target instanceof HTMLElement ? event.target : undefined
  const currentRoom = slot?.closest('section')
  if (!offset || slot?.dataset['slot'] === undefined || !currentRoom) return
  const nextSlot =
    offset[0] === 0 ? findInRoom(currentRoom, slot, offset[1]) : findInNextRoom(currentRoom, slot, offset[0])
  if (!nextSlot) return
  event.preventDefault()
  nextSlot.focus()
}

const listSlots = (room: Element) => [...room.querySelectorAll<HTMLElement>('[data-slot]')]

function findInRoom(room: Element, slot: HTMLElement, offset: number): HTMLElement | undefined {
  const slots = listSlots(room)
  return slots[slots.indexOf(slot) + offset]
}

/** Finds the free slot nearest in time in the adjacent room; skips rooms without free slots. */
function findInNextRoom(currentRoom: Element, slot: HTMLElement, offset: number): HTMLElement | undefined {
  const start = Number(slot.dataset['slot'])
  const getDistance = (candidate: HTMLElement) => Math.abs(Number(candidate.dataset['slot']) - start)
  let room = offset < 0 ? currentRoom.previousElementSibling : currentRoom.nextElementSibling
  while (room && listSlots(room).length === 0)
    room = offset < 0 ? room.previousElementSibling : room.nextElementSibling
  return room ? listSlots(room).toSorted((a, b) => getDistance(a) - getDistance(b))[0] : undefined
}

/** Focuses the free slot that the chosen row requests (`data-wanted`), else the first free one. */
export function focusFirstSlot(): void {
  const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')]
  const slotToFocus = slots.find((slot) => slot.dataset['wanted'] !== undefined) ?? slots[0]
  slotToFocus?.focus()
}
