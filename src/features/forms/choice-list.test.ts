import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { registrations } from '#contract/modules/registrations.ts'
import { ChoiceList } from './ChoiceList.tsx'

const choices = [
  { value: 'tour-a', label: 'A', isClosed: true },
  { value: 'tour-b', label: 'B' },
]

/** The input that a problem of the field leads to. */
function leadTo(value: readonly string[]): string | undefined {
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
  expect(leadTo([])).toContain('value="tour-b"')
  expect(leadTo([])).not.toContain('disabled')
  // What is chosen can be taken back though it is closed by now.
  expect(leadTo(['tour-a'])).toContain('value="tour-a"')
})
