import "../phone.js";
