type Props = { dish: string; plates: number; cooking: boolean };
type View = (props: Props) => React.ReactNode;
const cookingView: View = () => <p>Cooking…</p>;
const readyView: View = ({ dish, plates }) => <><h2>{dish}</h2><p>{plates} ready</p></>;
const emptyView: View = () => null;
const choose = ({ cooking, plates }: Props): View => (cooking ? cookingView : plates > 0 ? readyView : emptyView);
export const ServingHatch = (props: Props) => <>{choose(props)(props)}</>;
