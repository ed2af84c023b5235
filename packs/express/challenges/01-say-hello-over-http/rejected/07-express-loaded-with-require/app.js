const express = require("express");

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Welcome to the library" });
});

export default app;
