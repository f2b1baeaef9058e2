import { type Choice, facetNames, toggled, withField } from './choice.ts'
import { formID } from './ShopTools.tsx'

/**
 * A choice with what a visitor has changed in the form before the scripts ran, which nobody heard of: the form says what
 * it came with and what it holds now. What is still being typed is left to its field.
 */
export function chosenBefore(choice: Choice): Choice {
  const form = document.getElementById(formID)
  if (!(form instanceof HTMLFormElement)) return choice
  return Array.from(form.elements).reduce<Choice>(withChange, choice)
}

function withChange(choice: Choice, field: Element): Choice {
  if (field instanceof HTMLSelectElement) {
    return field.value === choice.sort ? choice : withField(choice, field.name, field.value)
  }
  if (!(field instanceof HTMLInputElement)) return choice
  const { name, value, checked, defaultChecked, defaultValue } = field
  const facet = facetNames.find((one) => one === name)
  if (facet) return checked === defaultChecked ? choice : toggled(choice, facet, value)
  const isDone = value !== defaultValue && field !== document.activeElement
  return isDone ? withField(choice, name, value) : choice
}
