import axe, { type RunOptions } from 'axe-core'
import { expect } from 'vitest'
import { listBeyondEdge } from '../../support/beyond-edge.ts'
import { listMoving } from '../../support/moving-parts.ts'
import { mirrorPage } from '../../support/right-to-left.ts'
import { listSmallTargets } from '../../support/small-targets.ts'
import { changeDevice, nextFrames, phone, tablet } from './media.ts'
import { endMotion } from './screen.tsx'

// Checks that every screen must pass, of the open and settled screen. Each check leaves the screen as it was.

/** All rules of axe except the experimental ones, plus the size of targets, which is off by default. */
const allRules: RunOptions = { rules: { 'target-size': { enabled: true } } }

/** Rules whose result can change in dark or forced colours. */
const rulesOfColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Expects that axe finds nothing on the screen as it is. */
export async function expectNoFaults(name = 'as it is', rules = allRules): Promise<void> {
  const { violations } = await axe.run(document, { ...rules, resultTypes: ['violations'], iframes: false })
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
  expect.soft(faults, name).toEqual([])
}

/** Expects enough contrast in dark and in forced colours. */
export async function expectColours(): Promise<void> {
  await changeDevice({ theme: 'dark' })
  expect(document.documentElement.dataset['theme']).toBe('dark')
  endMotion()
  await expectNoFaults('dark', rulesOfColours)
  await changeDevice({ theme: 'light', forcedColors: true })
  endMotion()
  await expectNoFaults('forced colours', rulesOfColours)
  await changeDevice({ forcedColors: false })
  endMotion()
}

/** Expects that every touch target is large enough for a finger. */
export const expectTargets = (name = 'for fingers'): void => expect.soft(listSmallTargets(), name).toEqual([])

/** Expects that nothing exceeds the screen. */
export const expectWithinEdges = (name = 'as it is'): void => expect.soft(listBeyondEdge(), name).toEqual([])

/** Expects that nothing exceeds the narrowest phones, nor a phone with text of twice the usual size. */
export async function expectRoom(): Promise<void> {
  await changeDevice({ width: 320, height: 720 })
  expectWithinEdges('320 px wide')
  await changeDevice({ ...phone, textPercent: 200 })
  expectWithinEdges('with letters of double size')
  await changeDevice({ textPercent: 100 })
}

/** Expects the same on a tablet, in landscape and portrait: the same styles apply. */
export async function expectWide(): Promise<void> {
  await changeDevice(tablet)
  await expectNoFaults('on a tablet')
  expectTargets('on a tablet, for fingers')
  await changeDevice({ width: tablet.height, height: tablet.width })
  expectTargets('on a tablet held upright, for fingers')
  expectWithinEdges('on a tablet held upright')
  await changeDevice(phone)
}

/** Expects that nothing moves when the user prefers reduced motion. */
export async function expectNoMotion(): Promise<void> {
  await changeDevice({ reducedMotion: true })
  expect.soft(listMoving(), 'moving').toEqual([])
  await changeDevice({ reducedMotion: false })
}

/**
 * Expects enough space for a right-to-left language. Must be the last check of a test, because it overwrites the
 * texts.
 */
export async function expectRightToLeft(): Promise<void> {
  mirrorPage()
  await nextFrames()
  expectWithinEdges('from right to left')
}
