import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindRelatedRow, FormShape, Values } from '#contract/form/form-shape.ts'
import { toIds } from '#contract/form/intervals.ts'
import type { Rule } from '#contract/rules.ts'
import { metadataQuery, rowQuery } from '../data/queries.ts'

/** A row that another one names. */
interface Named {
  module: string
  id: string
}

/**
 * The rows that conditions and rules look into, as far as they have come. What is not known yet the server looks at.
 * @returns finds such a row, and is told by `follow`, as the form is drawn, what it names now
 */
export function useRelated(shape: FormShape): { find: FindRelatedRow; follow: (values: Values) => void } {
  const [followed, setFollowed] = useState('[]')
  const named = JSON.parse(followed) as Named[]
  const modules = [...new Set(named.map(({ module }) => module))]
  const described = useQueries({ queries: modules.map((module) => metadataQuery(module)) })
  const calls = named.flatMap(({ module, id }) => {
    const metadata = described[modules.indexOf(module)]?.data
    return metadata ? [{ metadata, id }] : []
  })
  const rows = useQueries({ queries: calls.map(({ metadata, id }) => rowQuery(metadata, id)) })
  const place = (module: string, id: string) =>
    calls.findIndex((call) => call.metadata.name === module && call.id === id)
  return {
    find: (module, id) => rows[place(module, id)]?.data,
    follow(values) {
      const wanted = JSON.stringify(listReferencedRows(shape, values))
      if (wanted !== followed) setFollowed(wanted)
    },
  }
}

/** The rows of which a form asks more than who they are. */
export function listReferencedRows(shape: FormShape, values: Values): Named[] {
  return relationsOf(shape).flatMap((key) => {
    const module = shape.fields[key]?.relation?.module
    return module === undefined ? [] : toIds(values[key]).map((id) => ({ module, id }))
  })
}

function relationsOf({ fields, rules = [] }: FormShape): string[] {
  const tests = Object.values(fields).flatMap(({ conditions = [] }) => conditions.flatMap(({ when }) => when))
  return [...new Set([...overlappingOf(tests), ...rules.flatMap(relationsOfRule)])]
}

function relationsOfRule(rule: Rule): string[] {
  switch (rule.rule) {
    case 'one_of_overlapping':
      return [rule.among]
    case 'no_overlap':
      return [rule.field]
    case 'same_as_related':
      return [rule.relation]
    case 'implies':
      return overlappingOf([...rule.when, ...rule.must])
    default:
      return []
  }
}

const overlappingOf = (tests: readonly object[]): string[] =>
  tests.flatMap((test) => ('overlapping' in test ? [String(test.overlapping)] : []))
