import { type Choice, facetNames, toggleValue, withField } from './choice.ts'
import { formID } from './ShopTools.tsx'

/**
 * Returns a choice with the changes that a visitor made in the form before hydration, which fired no events. Compares
 * each field's default with its current value. Text fields read their own text after hydration.
 */
export function readFormChanges(choice: Choice): Choice {
  const form = document.getElementById(formID)
  if (!(form instanceof HTMLFormElement)) return choice
  return Array.from(form.elements).reduce<Choice>(applyField, choice)
}

function applyField(choice: Choice, field: Element): Choice {
  if (field instanceof HTMLSelectElement) {
    return field.value === choice.sort ? choice : withField(choice, field.name, field.value)
  }
  if (!(field instanceof HTMLInputElement)) return choice
  const { name, value, checked, defaultChecked, defaultValue } = field
  const facet = facetNames.find((one) => one === name)
  if (facet) return checked === defaultChecked ? choice : toggleValue(choice, facet, value)
  const isDone = value !== defaultValue && field !== document.activeElement
  return isDone ? withField(choice, name, value) : choice
}
