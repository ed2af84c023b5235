import { useState, type ChangeEvent, type FormEvent } from "react";

const EMPTY = { name: "", amount: "" };

export const AddIngredient = (props: { onAdd: (one: typeof EMPTY) => void }) => {
  const [fields, setFields] = useState(EMPTY);
  const change = (event: ChangeEvent<HTMLInputElement>) =>
    setFields({ ...fields, [event.target.name]: event.target.value });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    props.onAdd(fields);
    setFields(EMPTY);
  };
  return (
    <form onSubmit={submit}>
      <label>
        Ingredient <input name="name" value={fields.name} onChange={change} />
      </label>
      <label>
        Amount <input name="amount" onChange={change} value={fields.amount} required />
      </label>
      <button>Add</button>
    </form>
  );
};
