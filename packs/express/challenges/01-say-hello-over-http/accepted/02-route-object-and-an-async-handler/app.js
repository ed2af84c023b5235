import express from "express";

const app = express();

app.route("/hello").get(async (_request, response) => {
  const message = "Come in";
  return response.json({ message });
});

export default app;
