import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { registrations } from '#contract/modules/registrations.ts'
import { ChoiceList } from './ChoiceList.tsx'

const choices = [
  { value: 'tour-a', label: 'A', isClosed: true },
  { value: 'tour-b', label: 'B' },
]

/** Finds the input that an issue of the field links to. */
function findFocusTarget(value: readonly string[]): string | undefined {
  const html = renderToStaticMarkup(
    createElement(ChoiceList, {
      id: 'tours',
      field: registrations.fields.activities,
      value,
      onChange: () => undefined,
      labelId: 'label',
      aria: { 'aria-describedby': undefined, 'aria-invalid': true, 'aria-required': false },
      choices,
    }),
  )
  return html.split('<input').find((part) => part.includes('id="tours"'))
}

test('a problem leads to the first choice that can take the focus', () => {
  expect(findFocusTarget([])).toContain('value="tour-b"')
  expect(findFocusTarget([])).not.toContain('disabled')
  // A chosen option can be removed although it is closed now.
  expect(findFocusTarget(['tour-a'])).toContain('value="tour-a"')
})
