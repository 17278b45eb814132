export { RUNGS, type Rung } from "./backends/wire/rung.ts";
export { type Constraint, WIRE_FORMS, type WireForm, type WireFormId } from "./backends/wire/wire-forms.ts";
