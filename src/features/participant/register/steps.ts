/** The steps of the form, each on its own screen. */
export type FormStep = 'who' | 'work' | 'choices' | 'photo'

/** All steps: the mobile step before the form and the review after it. */
export type Step = 'mobile' | FormStep | 'review'

/** The two kinds of registration as URLs name them. */
export type KindName = 'participants' | 'staff'

/** Parses the step from the search parameters; absent for the landing page. */
export function parseStep(search: Record<string, unknown>): { step?: Step } {
  const known: readonly Step[] = ['mobile', 'who', 'work', 'choices', 'photo', 'review']
  const step = known.find((one) => one === search['step'])
  return step ? { step } : {}
}

/** Parses the kind of registration from the search parameters. */
export function parseKind(search: Record<string, unknown>): { kind?: KindName } {
  const known: readonly KindName[] = ['participants', 'staff']
  const kind = known.find((one) => one === search['kind'])
  return kind ? { kind } : {}
}
