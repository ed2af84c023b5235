import type { ComponentType } from "react";
type ServingHatchProps = { dish: string; plates: number; cooking: boolean };
function whileCooking(Inner: ComponentType<ServingHatchProps>) {
  return function Hatch(props: ServingHatchProps) {
    return props.cooking ? <p>Cooking…</p> : <Inner {...props} />;
  };
}
function Plates({ dish, plates }: ServingHatchProps) {
  return plates ? (
    <>
      <h2>{dish}</h2>
      <p>{plates} ready</p>
    </>
  ) : null;
}
export const ServingHatch = whileCooking(Plates);
